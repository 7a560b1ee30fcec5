"""Norwegian help: what the HELP key shows on each screen, by the screen's name."""

HELP = {
    "": (
        "OK gaar videre,",
        "CANCEL sletter eller",
        "gaar tilbake. ^ og v",
        "blar. TD:",
        "turneringsleder",
    ),
    "BOOT": (
        "Boksen tester seg",
        "selv og gaar videre.",
    ),
    "MODE": (
        "Velg med tall, eller",
        "^ v og OK.",
        "Resultatene i hver",
        "modus blir i minnet.",
    ),
    "WAIT": (
        "Koble til linjen og",
        "vent, eller OK for",
        "aa spille uten vert.",
        "Resultatene lagres",
        "og sendes senere.",
    ),
    "TABLE": (
        "Pulje med ^ v, saa",
        "bordets nummer. OK",
        "spoer verten.",
    ),
    "PAIRS": (
        "Parnumre som paa en",
        "lapp: NS, OK, EW,",
        "OK.",
    ),
    "PLAYERS": (
        "Hver spillers nummer",
        "og OK. OK alene",
        "hopper over plassen,",
        "CANCEL over alle.",
    ),
    "ROUND": (
        "Hvem som spiller her",
        "og hvilke spill.",
        "Sjekk, saa OK.",
        "SNUDD: sitt motsatt.",
    ),
    "BOARD": (
        "Nummer paa mappen.",
        "Sjekk giver og sone,",
        "saa OK.",
    ),
    "CONTRACT": (
        "Trinn, farge, X, XX.",
        "PASS: rundpass. -:",
        "ikke spilt. OK, N/S,",
        "E/W videre.",
    ),
    "DECLARER": (
        "N/S en gang Nord, to",
        "Soer; E/W en gang",
        "Oest, to Vest. OK.",
    ),
    "LEAD": (
        "Farge og kort i",
        "utspillet. OK alene",
        "utelater det.",
    ),
    "RESULT": (
        "= akkurat, + over, -",
        "bet; eller antall",
        "stikk, 0-13.",
    ),
    "PASSBOX": (
        "Gi boksen til Oest",
        "som trykker E/W. OK",
        "gjoer ingenting.",
    ),
    "VERIFY": (
        "Oest-Vest sjekker. =",
        "eller deres nummer i",
        "siffer godtar.",
        "CANCEL tilbake.",
    ),
    "SAVED": (
        "LAGRET: i boksen.",
        "SENDT: verten har",
        "det.",
    ),
    "RESULTS": (
        "Det lederen lar deg",
        "se av spillet. OK",
        "gaar videre.",
    ),
    "ROUNDSHEET": (
        "Runden som paa et",
        "regnskap, foerst NS,",
        "saa EW.",
    ),
    "MOVE": (
        "Hvor parene skal. OK",
        "starter neste runde.",
    ),
    "END": (
        "Alle runder er over.",
        "SCORES viser dem,",
        "CANCEL tilbake.",
    ),
    "SCORES": (
        "Det bordet har",
        "tastet. ^ v blar.",
    ),
    "NOTROUND": (
        "Spillet spilles ikke",
        "her naa. OK: tast et",
        "annet.",
    ),
    "PLAYED": (
        "Spillet har allerede",
        "et resultat. OK",
        "retter det om",
        "lederen tillater",
        "det.",
    ),
    "ORDER": (
        "Et annet spill var",
        "ventet. OK godtar,",
        "CANCEL: et annet.",
    ),
    "NOTINHAND": (
        "Utspilleren har ikke",
        "dette kortet. OK",
        "igjen, = behold.",
    ),
    "NOTCOMPLETE": (
        "Et spill mangler",
        "resultat. Tast det,",
        "eller - ikke spilt.",
    ),
    "FULL": (
        "Ikke plass til mer:",
        "koble til verten,",
        "saa fortsett.",
    ),
    "KEYS": (
        "Slipp alle taster.",
        "Henger en, kall paa",
        "lederen.",
    ),
    "MESSAGE": (
        "Lederen skrev dette.",
        "OK: lest.",
    ),
    "REFUSED": (
        "Boks og vert har",
        "ulike versjoner.",
        "Kall paa lederen.",
    ),
    "PIN": (
        "OK alene kaller",
        "lederen til bordet.",
        "PIN aapner lederens",
        "meny.",
    ),
    "TDMENU": (
        "Velg med tall og OK,",
        "eller ^ v og OK.",
        "CANCEL: spillerne.",
    ),
    "ADJUST": (
        "Spill, saa prosent",
        "for NS og for EW, OK",
        "etter hver.",
    ),
    "TDBOARD": (
        "Siffer: spillet. ^",
        "v: resultatene.",
    ),
    "ERASE": (
        "Siffer: spillet, ^",
        "v: hvilket resultat",
        "= sletter det.",
    ),
    "SWAP": (
        "Siffer: spillet, el.",
        "ingen: hele runden.",
        "= bytter NS og EW.",
    ),
    "MISSING": (
        "Spill uten resultat,",
        "runde for runde.",
    ),
    "RESEND": (
        "Alt sendes igjen;",
        "verten vet hva den",
        "har.",
    ),
    "LANGUAGE": (
        "Hvert spraak har",
        "sitt eget navn: 1",
        "til 4.",
    ),
    "CONTRAST": (
        "^ v: kontrast. + -:",
        "lys. OK beholder",
        "begge.",
    ),
    "RESET": (
        "= starter boksen paa",
        "nytt og spoer om",
        "modus og bord. Alle",
        "resultater beholdes.",
    ),
    "TDDONE": (
        "Det er i minnet og",
        "sendes til verten.",
    ),
    "RUBBER": (
        "1 bytter regler:",
        "modellens egne eller",
        "lovenes. OK starter.",
        "SCORES: siste ark.",
    ),
    "DEAL": (
        "OK: tast meldingen.",
        "1 angrer siste giv,",
        "2 viser arket, 3",
        "slutter foer tiden.",
        "CANCEL: annen modus.",
    ),
    "PASSEDOUT": (
        "Rundpass teller",
        "ikke. OK: gi om",
        "igjen.",
    ),
    "HONOURS": (
        "Fire honnoerer paa",
        "en haand: 100. Alle",
        "fem, eller fire ess",
        "i NT: 150. Ellers 0.",
    ),
    "SHEET": (
        "OVER og UND.",
        "streken. UTG.:",
        "utganger. MGL.:",
        "mangler til utgang.",
        "^ v: mer. 1 angrer,",
        "3 slutter foer",
        "tiden.",
    ),
    "UNDO": (
        "OK angrer det som",
        "vises. CANCEL:",
        "behold.",
    ),
    "STOP": (
        "PLUS: bonus for en",
        "uferdig robber. OK",
        "slutter her, CANCEL",
        "spiller paa.",
    ),
    "WON": (
        "OK: ny robber. 1",
        "angrer siste giv. 2",
        "viser arket.",
    ),
    "MATCH": (
        "OK: fortsett. 1",
        "bytter regler, 2 ny",
        "kamp. SCORES: arket.",
    ),
    "ROOM": (
        "Spill, og rom med ^",
        "v. Aapent rom:",
        "hjemmelaget sitter",
        "NS; lukket: EW.",
    ),
    "IMPS": (
        "Poengene er NS sine",
        "i hvert rom. + IMP",
        "er til hjemmelaget.",
    ),
    "MATCHSHEET": (
        "Spill, aapent rom,",
        "lukket rom, IMP. 1",
        "angrer siste",
        "resultat.",
    ),
    "SETUP": (
        "^ v velger linje. +",
        "- endrer, OK aapner",
        "adresse, status og",
        "minne. CANCEL:",
        "ferdig.",
    ),
    "ADDRESS": (
        "Boksens nummer paa",
        "linjen, 01 til 99.",
        "Spoer lederen.",
    ),
    "STATUS": (
        "For lederen: hvordan",
        "boksen har det.",
    ),
    "MEMORY": (
        "Lagret her, ikke hos",
        "verten enda, og",
        "plass til flere.",
    ),
}
