const COMMANDS = [
  '/stato: i tuoi semafori per colore, da quando, e gli errori',
  '/scollega: questa chat non riceve più avvisi',
  '/aiuto: questo messaggio',
];

/** The fixed replies of the bot, in Italian. A chat that is not linked learns only how to link it. */
export const replies = {
  help: (isLinked: boolean) =>
    isLinked
      ? ['Questa chat riceve gli avvisi di Semaforo.', ...COMMANDS, 'Dal bot non si comanda nulla.'].join(
          '\n',
        )
      : [
          'Questo bot manda avvisi agli operatori di Semaforo.',
          'Per collegare questa chat genera un codice nella console (Profilo, scheda Telegram) e scrivi qui:',
          '/collega CODICE',
        ].join('\n'),
  notLinked: 'Questa chat non è collegata. Scrivi /aiuto per sapere come si collega.',
  unknownCommand: 'Non conosco questo comando. Scrivi /aiuto per l’elenco.',
  codeMissing: 'Scrivi il codice dopo il comando: /collega CODICE',
  wrongCode: 'Il codice non è valido: forse è scaduto o già usato. Generane un altro nella console.',
  tooManyCodes: 'Troppi codici sbagliati. Riprova fra dieci minuti.',
  linked: (username: string) =>
    `Chat collegata a ${username}: riceverà gli avvisi dei suoi dispositivi.\nScrivi /aiuto per i comandi.`,
  unlinked: (username: string) => `Chat scollegata da ${username}: non riceverà più avvisi.`,
};
