/** The actions of the audit in a person's words. */
const WORDS: Readonly<Record<string, string>> = {
  'alerts.conclude': 'Allerta conclusa',
  'alerts.confirm': 'Allerta confermata',
  'alerts.create': 'Allerta creata',
  'alerts.propose': 'Allerta proposta da un bollettino',
  'alerts.raise': 'Allerta alzata da un bollettino',
  'alerts.reject': 'Allerta rifiutata',
  'alerts.revoke': 'Allerta revocata',
  'alerts.supersede': 'Proposta superata da un bollettino',
  'bot.link': 'Chat collegata',
  'bot.link-code': 'Codice per il bot creato',
  'bot.unlink': 'Chat scollegata',
  'broker.save': 'Broker cambiato',
  'broker.test': 'Broker provato',
  'bulletins.read': 'Bollettino letto',
  'bulletins.stale': 'Bollettino non aggiornato',
  'bulletins.unreadable': 'Bollettino illeggibile',
  'bulletins.upload': 'Bollettino caricato a mano',
  'clock.step': 'Orologio spostato',
  'commands.send': 'Comando',
  'commands.stop': 'Invio fermato',
  'credentials.make': 'Credenziali create',
  'credentials.revoke': 'Credenziali revocate',
  'credentials.rotate': 'Credenziali rinnovate',
  'devices.accept-shown': 'Mostrato accettato',
  'devices.create': 'Dispositivo creato',
  'devices.delete': 'Dispositivo eliminato',
  'devices.ignore-heard': 'Dispositivo sentito ignorato',
  'devices.import': 'Dispositivi importati',
  'devices.note': 'Note del dispositivo',
  'devices.update': 'Dispositivo modificato',
  'groups.create': 'Gruppo creato',
  'groups.delete': 'Gruppo eliminato',
  'groups.update': 'Gruppo modificato',
  'plans.create': 'Piano ricorrente creato',
  'plans.delete': 'Piano ricorrente eliminato',
  'plans.except': 'Eccezioni di un piano cambiate',
  'plans.pause': 'Piano ricorrente in pausa',
  'plans.preview': 'Prossime volte di un piano',
  'plans.resume': 'Piano ricorrente ripreso',
  'requests.others': 'Altre richieste',
  'schedules.create': 'Pianificazione creata',
  'schedules.end': 'Pianificazione terminata',
  'schedules.revive': 'Eliminazione annullata',
  'settings.delete': 'Impostazione eliminata',
  'settings.rename': 'Impostazione rinominata',
  'settings.save': 'Impostazione salvata',
  'users.change-password': 'Password cambiata',
  'users.create': 'Utente creato',
  'users.begin-second-factor': 'Secondo fattore iniziato',
  'users.delete': 'Utente eliminato',
  'users.disable-second-factor': 'Secondo fattore disattivato',
  'users.enable-second-factor': 'Secondo fattore attivato',
  'users.end-other-sessions': 'Altre sessioni chiuse',
  'users.end-session': 'Sessione chiusa',
  'users.log-in': 'Accesso',
  'users.log-in-failed': 'Accesso fallito',
  'users.log-out': 'Uscita',
  'users.reset-password': 'Password reimpostata',
  'users.reset-second-factor': 'Secondo fattore azzerato',
  'zones.assign': 'Zone di allerta scelte',
  'zones.import': 'Zone di allerta importate',
};

/** The action in Italian; one without words as it is written. */
export function actionInWords(action: string): string {
  return WORDS[action] ?? action;
}

/** The actions whose words contain the text, without regard to case; none for an empty text. */
export function actionsNamed(text: string): string[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return [];
  return Object.keys(WORDS).filter((action) => actionInWords(action).toLowerCase().includes(sought));
}
