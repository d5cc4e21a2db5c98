import { counted } from '@semaforo/contract/domain/italian';
import type { PublicWords } from './italian.ts';
import { risks, timed } from './phrases.ts';

const signaux = (many: number) => counted(many, ['signal', 'signaux']);

export const FRENCH: PublicWords = {
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
  lastKnown: (color, when) => `Dernière couleur connue : ${color}, ${timed(when, 'à ', 'le ')}.`,
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
  source: (name, when, age) => `Source : ${name}, ${timed(when, 'de ', 'du ')} (${age}).`,
  age: (hours) =>
    hours < 1 ? 'il y a moins d’une heure' : hours === 1 ? 'il y a une heure' : `il y a ${hours} heures`,
  forecast: 'Le bulletin est une prévision : la couleur en haut est celle qui est allumée dans la rue.',
  noBulletin: 'Aucun bulletin pour cette commune.',
  theSignals: (total) => (total === 1 ? 'Le signal' : `Les ${total} signaux`),
  water: (level, when) => `Eau : ${level} cm, mesurée ${timed(when, 'à ', '')}`,
  waterUnknown: 'Eau : nous ne savons pas combien il y en a maintenant',
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
};
