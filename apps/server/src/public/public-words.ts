import { counted } from '@semaforo/contract/domain/italian';
import { DEFAULT_ADVICE } from '@semaforo/contract/domain/public-page';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

export const PUBLIC_LANGUAGES = ['it', 'en', 'de', 'fr', 'sl'] as const;
export type PublicLanguage = (typeof PUBLIC_LANGUAGES)[number];

/** The fixed words of the public page, in one language. */
export type PublicWords = {
  signals: string;
  language: string;
  colors: Record<SignalColor, string>;
  /** What a color of the Comune means. */
  means: Record<SignalColor, string>;
  /** All show verde, and no bulletin of today says that no warning is in force. */
  allVerde: string;
  /** Most show verde, and so many that color. */
  few: (color: string, many: number) => string;
  /** What the others show. */
  others: (many: number, list: string) => string;
  unknown: string;
  unknownMeans: string;
  unknownIsNotSafe: string;
  lookAtTheStreet: string;
  confirmed: (showing: number, total: number) => string;
  from: (when: string) => string;
  noNews: (when: string) => string;
  lastKnown: (color: string, when: string) => string;
  updated: (time: string) => string;
  updatesItself: string;
  /** For whoever has no scripts. */
  reload: string;
  /** An open page that gets no answer any more. */
  cutOff: (time: string) => string;
  closed: string;
  today: string;
  tomorrow: string;
  whatToDo: string;
  advice: Readonly<Record<SignalColor, readonly string[]>>;
  /** Beside it, by the risks of the bulletin that are giallo or more. */
  riskAdvice: Readonly<Record<string, string>>;
  emergency: string;
  civilProtection: string;
  bulletin: string;
  risks: Readonly<Record<string, string>>;
  source: (name: string, when: string, age: string) => string;
  age: (hours: number) => string;
  forecast: string;
  noBulletin: string;
  oldBulletin: string;
  more: (many: number) => string;
  theSignals: (total: number) => string;
  unknownPlace: string;
  map: string;
  mapNote: string;
  back: string;
  sheet: string;
  notify: { ask: string; from: string; on: string; off: string; denied: string; failed: string };
  changes: string;
  changed: (color: string, showing: number, total: number) => string;
  know: string;
  channel: string;
  forSites: string;
  foot: Record<'accessibilityUrl' | 'feedbackUrl' | 'privacyUrl', string>;
  footer: string;
};

const segnali = (many: number) => counted(many, ['segnale', 'segnali']);
const signaux = (many: number) => counted(many, ['signal', 'signaux']);

const RISKS = ['idrogeologico', 'temporali', 'idraulico'] as const;
const risks = (hydrogeological: string, storms: string, hydraulic: string) =>
  Object.fromEntries(RISKS.map((risk, index) => [risk, [hydrogeological, storms, hydraulic][index] ?? risk]));

/** In the words of the national lexicon, and of those of the neighbours (docs/rules.md#public-page). */
export const PUBLIC_WORDS: Record<PublicLanguage, PublicWords> = {
  it: {
    signals: 'Segnali di allerta',
    language: 'Lingua',
    colors: { verde: 'Verde', giallo: 'Giallo', arancio: 'Arancio', rosso: 'Rosso' },
    means: {
      verde: 'Nessuna allerta',
      giallo: 'Allerta gialla in corso',
      arancio: 'Allerta arancione in corso',
      rosso: 'Allerta rossa in corso',
    },
    unknown: 'Non disponibile',
    unknownMeans: 'Non sappiamo che cosa mostrano i segnali',
    unknownIsNotSafe: 'Non vuol dire che non c’è allerta.',
    lookAtTheStreet: 'Guarda il segnale sulla strada e il bollettino qui sotto.',
    confirmed: (showing, total) => `Acceso e confermato su ${segnali(showing)} di ${total}`,
    from: (when) => `dalle ${when}`,
    noNews: (when) => `Nessuna notizia dalle ${when}.`,
    lastKnown: (color, when) => `Ultimo colore saputo: ${color}, alle ${when}.`,
    updated: (time) => `Aggiornato alle ${time}`,
    updatesItself: 'la pagina si aggiorna da sola',
    cutOff: (time) =>
      `Collegamento interrotto: qui c’è ciò che si sapeva alle ${time}. Guarda il segnale sulla strada.`,
    closed: 'Chiuso, non entrare.',
    today: 'Oggi',
    tomorrow: 'Domani',
    whatToDo: 'Che cosa fare',
    advice: DEFAULT_ADVICE,
    emergency: 'Pericolo per la vita',
    civilProtection: 'Protezione civile',
    bulletin: 'Il bollettino',
    risks: risks('idrogeologico', 'temporali', 'idraulico'),
    source: (name, when, age) => `Fonte: ${name}, del ${when} (${age}).`,
    age: (hours) => (hours < 1 ? 'meno di un’ora fa' : hours === 1 ? 'un’ora fa' : `${hours} ore fa`),
    forecast: 'Il bollettino è una previsione: il colore in alto è quello acceso sulla strada.',
    noBulletin: 'Nessun bollettino per questo Comune.',
    theSignals: (total) => (total === 1 ? 'Il segnale' : `I ${total} segnali`),
    unknownPlace:
      '«Non disponibile» vuol dire che non sappiamo che cosa mostra quel segnale. Non vuol dire che non c’è pericolo.',
    allVerde: 'Tutti i segnali sono verdi',
    few: (color, many) => `${segnali(many)}: ${color}`,
    others: (many, list) => `${many === 1 ? 'L’altro' : `Gli altri ${many}`}: ${list}`,
    reload: 'Ricarica la pagina per l’ora esatta',
    map: 'Dove sono',
    mapNote: 'Il nord è in alto; i numeri sono quelli dell’elenco.',
    back: 'Tutti i segnali',
    sheet: 'Foglio A4 con il codice QR, per il palo',
    riskAdvice: risks(
      'Stai lontano dai pendii e dai versanti che possono franare.',
      'Con i fulmini stai al chiuso, lontano da alberi e pali.',
      'Stai lontano da argini, ponti e torrenti: l’acqua sale in pochi minuti.',
    ),
    notify: {
      ask: 'Avvisami su questo telefono',
      from: 'A partire da',
      on: 'Ti avvisiamo su questo telefono.',
      off: 'Non avvisarmi più',
      denied: 'Il browser non lo permette: cambia il permesso delle notifiche di questo sito.',
      failed: 'Non è riuscito: riprova.',
    },
    oldBulletin: 'Il bollettino ha più di 30 ore.',
    more: (many) => `e altri ${segnali(many)}`,
    changes: 'Ultimi cambi',
    changed: (color, showing, total) => `${color}, su ${segnali(showing)} di ${total}`,
    know: 'Sapere subito',
    channel: 'Canale Telegram del Comune',
    forSites: 'Per altri siti',
    foot: {
      accessibilityUrl: 'Dichiarazione di accessibilità',
      feedbackUrl: 'Segnala un problema di accessibilità',
      privacyUrl: 'Privacy',
    },
    footer:
      'Nessun cookie, nessun contenuto di altri siti. Questa pagina mostra soltanto lampade confermate dai segnali.',
  },
  en: {
    signals: 'Warning signals',
    language: 'Language',
    colors: { verde: 'Green', giallo: 'Yellow', arancio: 'Orange', rosso: 'Red' },
    means: {
      verde: 'No warning in force',
      giallo: 'Yellow warning in force',
      arancio: 'Orange warning in force',
      rosso: 'Red warning in force',
    },
    unknown: 'Not available',
    unknownMeans: 'We do not know what the signals show',
    unknownIsNotSafe: 'This does not mean that there is no warning.',
    lookAtTheStreet: 'Look at the signal in the street and at the bulletin below.',
    confirmed: (showing, total) => `Lit and confirmed on ${showing} of ${total} signals`,
    from: (when) => `since ${when}`,
    noNews: (when) => `No news since ${when}.`,
    lastKnown: (color, when) => `Last known color: ${color}, at ${when}.`,
    updated: (time) => `Updated at ${time}`,
    updatesItself: 'this page updates itself',
    cutOff: (time) => `Connection lost: this is what was known at ${time}. Look at the signal in the street.`,
    closed: 'Closed, do not enter.',
    today: 'Today',
    tomorrow: 'Tomorrow',
    whatToDo: 'What to do',
    advice: {
      verde: ['Keep informed: tomorrow’s bulletin is issued in the afternoon.'],
      giallo: [
        'Take care in underpasses and along rivers and streams.',
        'Follow the bulletin and the signals.',
        'Use your telephone only if you must: lines must stay free.',
      ],
      arancio: [
        'Do not enter underpasses, even if the water looks shallow.',
        'Keep away from river banks, bridges and streams.',
        'Travel only if you must.',
        'Use your telephone only if you must: lines must stay free.',
      ],
      rosso: [
        'Stay at home, on an upper floor, and help those who need it.',
        'Do not enter underpasses, cellars or garages.',
        'Do not cross bridges, fords or flooded roads.',
        'Follow the instructions of the municipality.',
      ],
    },
    emergency: 'Danger to life',
    civilProtection: 'Civil protection',
    bulletin: 'The bulletin',
    risks: risks('hydrogeological', 'thunderstorms', 'flood'),
    source: (name, when, age) => `Source: ${name}, of ${when} (${age}).`,
    age: (hours) =>
      hours < 1 ? 'less than an hour ago' : hours === 1 ? 'an hour ago' : `${hours} hours ago`,
    forecast: 'The bulletin is a forecast: the color above is the one that is lit in the street.',
    noBulletin: 'No bulletin for this municipality.',
    theSignals: (total) => (total === 1 ? 'The signal' : `The ${total} signals`),
    unknownPlace:
      '“Not available” means that we do not know what that signal shows. It does not mean that there is no danger.',
    allVerde: 'All signals are green',
    few: (color, many) => `${many} ${many === 1 ? 'signal' : 'signals'}: ${color}`,
    others: (many, list) => `The other ${many}: ${list}`,
    reload: 'Reload the page for the current state',
    map: 'Where they are',
    mapNote: 'North is at the top; the numbers are those of the list.',
    back: 'All signals',
    sheet: 'A4 sheet with the QR code, for the pole (in Italian)',
    riskAdvice: risks(
      'Keep away from slopes that may slide.',
      'In a thunderstorm stay indoors, away from trees and poles.',
      'Keep away from river banks, bridges and streams: the water rises within minutes.',
    ),
    notify: {
      ask: 'Notify me on this device',
      from: 'From',
      on: 'You will be notified on this device.',
      off: 'Stop notifying me',
      denied: 'The browser does not allow it: change the permission for notifications of this site.',
      failed: 'That failed: try again.',
    },
    oldBulletin: 'The bulletin is more than 30 hours old.',
    more: (many) => `and ${many} other signals`,
    changes: 'Last changes',
    changed: (color, showing, total) => `${color}, on ${showing} of ${total} signals`,
    know: 'Be told at once',
    channel: 'Telegram channel of the municipality',
    forSites: 'For other sites',
    foot: {
      accessibilityUrl: 'Accessibility statement',
      feedbackUrl: 'Report an accessibility problem',
      privacyUrl: 'Privacy',
    },
    footer:
      'No cookies, nothing from other sites. This page shows only lamps that the signals have confirmed.',
  },
  de: {
    signals: 'Warnsignale',
    language: 'Sprache',
    colors: { verde: 'Grün', giallo: 'Gelb', arancio: 'Orange', rosso: 'Rot' },
    means: {
      verde: 'Keine Warnung in Kraft',
      giallo: 'Warnstufe Gelb in Kraft',
      arancio: 'Warnstufe Orange in Kraft',
      rosso: 'Warnstufe Rot in Kraft',
    },
    unknown: 'Nicht verfügbar',
    unknownMeans: 'Wir wissen nicht, was die Signale zeigen',
    unknownIsNotSafe: 'Das heißt nicht, dass es keine Warnung gibt.',
    lookAtTheStreet: 'Beachten Sie das Signal auf der Straße und das Bulletin unten.',
    confirmed: (showing, total) => `Leuchtet und bestätigt an ${showing} von ${total} Signalen`,
    from: (when) => `seit ${when}`,
    noNews: (when) => `Keine Nachricht seit ${when}.`,
    lastKnown: (color, when) => `Letzte bekannte Farbe: ${color}, um ${when}.`,
    updated: (time) => `Stand ${time}`,
    updatesItself: 'die Seite aktualisiert sich selbst',
    cutOff: (time) => `Verbindung unterbrochen: Stand von ${time}. Beachten Sie das Signal auf der Straße.`,
    closed: 'Gesperrt, nicht hineinfahren.',
    today: 'Heute',
    tomorrow: 'Morgen',
    whatToDo: 'Was tun',
    advice: {
      verde: ['Bleiben Sie informiert: das Bulletin für morgen erscheint am Nachmittag.'],
      giallo: [
        'Vorsicht in Unterführungen und an Gewässern.',
        'Beachten Sie Bulletin und Signale.',
        'Telefonieren Sie nur, wenn nötig: die Leitungen müssen frei bleiben.',
      ],
      arancio: [
        'Nicht in Unterführungen fahren, auch wenn das Wasser niedrig scheint.',
        'Halten Sie sich von Ufern, Brücken und Bächen fern.',
        'Nur notwendige Fahrten.',
        'Telefonieren Sie nur, wenn nötig: die Leitungen müssen frei bleiben.',
      ],
      rosso: [
        'Bleiben Sie zu Hause, in oberen Stockwerken, und helfen Sie, wo es nötig ist.',
        'Nicht in Unterführungen, Keller oder Garagen gehen.',
        'Keine Brücken, Furten oder überfluteten Straßen überqueren.',
        'Folgen Sie den Anweisungen der Gemeinde.',
      ],
    },
    emergency: 'Lebensgefahr',
    civilProtection: 'Zivilschutz',
    bulletin: 'Das Bulletin',
    risks: risks('Hydrogeologisch', 'Gewitter', 'Hochwasser'),
    source: (name, when, age) => `Quelle: ${name}, vom ${when} (${age}).`,
    age: (hours) =>
      hours < 1 ? 'vor weniger als einer Stunde' : hours === 1 ? 'vor einer Stunde' : `vor ${hours} Stunden`,
    forecast: 'Das Bulletin ist eine Vorhersage: die Farbe oben leuchtet auf der Straße.',
    noBulletin: 'Kein Bulletin für diese Gemeinde.',
    theSignals: (total) => (total === 1 ? 'Das Signal' : `Die ${total} Signale`),
    unknownPlace:
      '„Nicht verfügbar“ heißt, dass wir nicht wissen, was dieses Signal zeigt. Es heißt nicht, dass keine Gefahr besteht.',
    allVerde: 'Alle Signale zeigen Grün',
    few: (color, many) => `${many} ${many === 1 ? 'Signal' : 'Signale'}: ${color}`,
    others: (many, list) => `Die anderen ${many}: ${list}`,
    reload: 'Laden Sie die Seite neu für den aktuellen Stand',
    map: 'Wo sie stehen',
    mapNote: 'Norden ist oben; die Nummern sind die der Liste.',
    back: 'Alle Signale',
    sheet: 'A4-Blatt mit QR-Code für den Mast (auf Italienisch)',
    riskAdvice: risks(
      'Meiden Sie Hänge, die abrutschen können.',
      'Bleiben Sie bei Gewitter im Haus, fern von Bäumen und Masten.',
      'Meiden Sie Ufer, Brücken und Bäche: Das Wasser steigt in wenigen Minuten.',
    ),
    notify: {
      ask: 'Auf diesem Gerät benachrichtigen',
      from: 'Ab',
      on: 'Sie werden auf diesem Gerät benachrichtigt.',
      off: 'Nicht mehr benachrichtigen',
      denied: 'Der Browser erlaubt es nicht: Ändern Sie die Berechtigung für Benachrichtigungen.',
      failed: 'Das ist nicht gelungen: Versuchen Sie es noch einmal.',
    },
    oldBulletin: 'Das Bulletin ist älter als 30 Stunden.',
    more: (many) => `und ${many} weitere Signale`,
    changes: 'Letzte Änderungen',
    changed: (color, showing, total) => `${color}, an ${showing} von ${total} Signalen`,
    know: 'Sofort erfahren',
    channel: 'Telegram-Kanal der Gemeinde',
    forSites: 'Für andere Seiten',
    foot: {
      accessibilityUrl: 'Erklärung zur Barrierefreiheit',
      feedbackUrl: 'Ein Problem der Barrierefreiheit melden',
      privacyUrl: 'Datenschutz',
    },
    footer:
      'Keine Cookies, keine Inhalte anderer Seiten. Diese Seite zeigt nur Lampen, die die Signale bestätigt haben.',
  },
  fr: {
    signals: 'Signaux d’alerte',
    language: 'Langue',
    colors: { verde: 'Vert', giallo: 'Jaune', arancio: 'Orange', rosso: 'Rouge' },
    means: {
      verde: 'Aucune alerte en cours',
      giallo: 'Alerte jaune en cours',
      arancio: 'Alerte orange en cours',
      rosso: 'Alerte rouge en cours',
    },
    unknown: 'Non disponible',
    unknownMeans: 'Nous ne savons pas ce que montrent les signaux',
    unknownIsNotSafe: 'Cela ne veut pas dire qu’il n’y a pas d’alerte.',
    lookAtTheStreet: 'Regardez le signal dans la rue et le bulletin ci-dessous.',
    confirmed: (showing, total) => `Allumé et confirmé sur ${signaux(showing)} sur ${total}`,
    from: (when) => `depuis ${when}`,
    noNews: (when) => `Aucune nouvelle depuis ${when}.`,
    lastKnown: (color, when) => `Dernière couleur connue : ${color}, à ${when}.`,
    updated: (time) => `Mis à jour à ${time}`,
    updatesItself: 'la page se met à jour d’elle-même',
    cutOff: (time) =>
      `Liaison interrompue : voici ce que l’on savait à ${time}. Regardez le signal dans la rue.`,
    closed: 'Fermé, ne pas entrer.',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    whatToDo: 'Que faire',
    advice: {
      verde: ['Restez informé : le bulletin de demain paraît l’après-midi.'],
      giallo: [
        'Attention dans les passages souterrains et le long des cours d’eau.',
        'Suivez le bulletin et les signaux.',
        'Ne téléphonez que si nécessaire : les lignes doivent rester libres.',
      ],
      arancio: [
        'N’entrez pas dans les passages souterrains, même si l’eau semble basse.',
        'Restez loin des berges, des ponts et des torrents.',
        'Limitez vos déplacements.',
        'Ne téléphonez que si nécessaire : les lignes doivent rester libres.',
      ],
      rosso: [
        'Restez chez vous, aux étages, et aidez ceux qui en ont besoin.',
        'N’entrez pas dans les passages souterrains, les caves et les garages.',
        'Ne traversez ni ponts, ni gués, ni routes inondées.',
        'Suivez les consignes de la commune.',
      ],
    },
    emergency: 'Danger pour la vie',
    civilProtection: 'Protection civile',
    bulletin: 'Le bulletin',
    risks: risks('hydrogéologique', 'orages', 'crues'),
    source: (name, when, age) => `Source : ${name}, du ${when} (${age}).`,
    age: (hours) =>
      hours < 1 ? 'il y a moins d’une heure' : hours === 1 ? 'il y a une heure' : `il y a ${hours} heures`,
    forecast: 'Le bulletin est une prévision : la couleur en haut est celle qui est allumée dans la rue.',
    noBulletin: 'Aucun bulletin pour cette commune.',
    theSignals: (total) => (total === 1 ? 'Le signal' : `Les ${total} signaux`),
    unknownPlace:
      '« Non disponible » veut dire que nous ne savons pas ce que montre ce signal. Cela ne veut pas dire qu’il n’y a pas de danger.',
    allVerde: 'Tous les signaux sont au vert',
    few: (color, many) => `${signaux(many)} : ${color}`,
    others: (many, list) => `Les ${many} autres : ${list}`,
    reload: 'Rechargez la page pour l’état actuel',
    map: 'Où ils sont',
    mapNote: 'Le nord est en haut ; les numéros sont ceux de la liste.',
    back: 'Tous les signaux',
    sheet: 'Feuille A4 avec le code QR, pour le poteau (en italien)',
    riskAdvice: risks(
      'Éloignez-vous des pentes qui peuvent glisser.',
      'Par orage, restez à l’intérieur, loin des arbres et des poteaux.',
      'Éloignez-vous des berges, des ponts et des torrents : l’eau monte en quelques minutes.',
    ),
    notify: {
      ask: 'M’avertir sur cet appareil',
      from: 'À partir de',
      on: 'Vous serez averti sur cet appareil.',
      off: 'Ne plus m’avertir',
      denied: 'Le navigateur ne le permet pas : changez l’autorisation des notifications de ce site.',
      failed: 'Cela n’a pas réussi : réessayez.',
    },
    oldBulletin: 'Le bulletin a plus de 30 heures.',
    more: (many) => `et ${many} autres signaux`,
    changes: 'Derniers changements',
    changed: (color, showing, total) => `${color}, sur ${signaux(showing)} sur ${total}`,
    know: 'Être averti tout de suite',
    channel: 'Canal Telegram de la commune',
    forSites: 'Pour d’autres sites',
    foot: {
      accessibilityUrl: 'Déclaration d’accessibilité',
      feedbackUrl: 'Signaler un problème d’accessibilité',
      privacyUrl: 'Confidentialité',
    },
    footer:
      'Aucun cookie, aucun contenu d’autres sites. Cette page ne montre que des lampes confirmées par les signaux.',
  },
  sl: {
    signals: 'Opozorilni signali',
    language: 'Jezik',
    colors: { verde: 'Zelena', giallo: 'Rumena', arancio: 'Oranžna', rosso: 'Rdeča' },
    means: {
      verde: 'Brez opozorila',
      giallo: 'Velja rumeno opozorilo',
      arancio: 'Velja oranžno opozorilo',
      rosso: 'Velja rdeče opozorilo',
    },
    unknown: 'Ni na voljo',
    unknownMeans: 'Ne vemo, kaj kažejo signali',
    unknownIsNotSafe: 'To ne pomeni, da ni opozorila.',
    lookAtTheStreet: 'Poglejte signal na cesti in bilten spodaj.',
    confirmed: (showing, total) => `Prižgano in potrjeno na ${showing} od ${total} signalov`,
    from: (when) => `od ${when}`,
    noNews: (when) => `Brez novic od ${when}.`,
    lastKnown: (color, when) => `Zadnja znana barva: ${color}, ob ${when}.`,
    updated: (time) => `Posodobljeno ob ${time}`,
    updatesItself: 'stran se posodablja sama',
    cutOff: (time) => `Povezava prekinjena: to je znano ob ${time}. Poglejte signal na cesti.`,
    closed: 'Zaprto, ne vstopajte.',
    today: 'Danes',
    tomorrow: 'Jutri',
    whatToDo: 'Kaj storiti',
    advice: {
      verde: ['Ostanite obveščeni: bilten za jutri izide popoldne.'],
      giallo: [
        'Previdno v podvozih in ob vodotokih.',
        'Spremljajte bilten in signale.',
        'Telefonirajte le, če je nujno: linije morajo ostati proste.',
      ],
      arancio: [
        'Ne vstopajte v podvoze, tudi če se voda zdi nizka.',
        'Ne približujte se bregovom, mostovom in potokom.',
        'Potujte le, če je nujno.',
        'Telefonirajte le, če je nujno: linije morajo ostati proste.',
      ],
      rosso: [
        'Ostanite doma, v zgornjih nadstropjih, in pomagajte, kdor potrebuje pomoč.',
        'Ne vstopajte v podvoze, kleti in garaže.',
        'Ne prečkajte mostov, brodov in poplavljenih cest.',
        'Upoštevajte navodila občine.',
      ],
    },
    emergency: 'Smrtna nevarnost',
    civilProtection: 'Civilna zaščita',
    bulletin: 'Bilten',
    risks: risks('hidrogeološko', 'nevihte', 'poplave'),
    source: (name, when, age) => `Vir: ${name}, z dne ${when} (${age}).`,
    age: (hours) => (hours < 1 ? 'pred manj kot eno uro' : `pred ${hours} h`),
    forecast: 'Bilten je napoved: barva zgoraj je tista, ki sveti na cesti.',
    noBulletin: 'Za to občino ni biltena.',
    theSignals: (total) => `Signali: ${total}`,
    unknownPlace: '»Ni na voljo« pomeni, da ne vemo, kaj kaže ta signal. Ne pomeni, da ni nevarnosti.',
    allVerde: 'Vsi signali so zeleni',
    few: (color, many) => `Signalov: ${many}, barva: ${color}`,
    others: (many, list) => `Drugi (${many}): ${list}`,
    reload: 'Za trenutno stanje znova naložite stran',
    map: 'Kje so',
    mapNote: 'Sever je zgoraj; številke so tiste s seznama.',
    back: 'Vsi signali',
    sheet: 'List A4 s kodo QR za drog (v italijanščini)',
    riskAdvice: risks(
      'Izogibajte se pobočjem, ki lahko zdrsnejo.',
      'Med nevihto ostanite v zaprtem prostoru, stran od dreves in drogov.',
      'Izogibajte se bregovom, mostovom in hudournikom: voda naraste v nekaj minutah.',
    ),
    notify: {
      ask: 'Obveščaj me na tej napravi',
      from: 'Od barve',
      on: 'Na tej napravi boste obveščeni.',
      off: 'Ne obveščaj me več',
      denied: 'Brskalnik tega ne dovoli: spremenite dovoljenje za obvestila te strani.',
      failed: 'Ni uspelo: poskusite znova.',
    },
    oldBulletin: 'Bilten je starejši od 30 ur.',
    more: (many) => `in še ${many} signalov`,
    changes: 'Zadnje spremembe',
    changed: (color, showing, total) => `${color}, na ${showing} od ${total} signalov`,
    know: 'Izvedeti takoj',
    channel: 'Telegram kanal občine',
    forSites: 'Za druge strani',
    foot: {
      accessibilityUrl: 'Izjava o dostopnosti',
      feedbackUrl: 'Prijavi težavo z dostopnostjo',
      privacyUrl: 'Zasebnost',
    },
    footer: 'Brez piškotkov, brez vsebin drugih strani. Ta stran kaže le luči, ki so jih signali potrdili.',
  },
};

/** The language that is asked for, else Italian. */
export function languageOf(asked: unknown): PublicLanguage {
  return PUBLIC_LANGUAGES.find((language) => language === asked) ?? 'it';
}
