/**
 * What the list of common passwords lacks (docs/decisions/0018-common-passwords.md): words that an Italian Comune and
 * users of this product think of first. Lower case, without accents.
 */
export const CONTEXT_WORDS: ReadonlySet<string> = new Set(
  `abcdefgh abcdefghi admin adminadmin root toortoor ciao tiamo amore stellina cioccolato segreto cambiami benvenuto
  benvenuta password parola accesso entra prova
  juve juventus forza roma milan inter napoli lazio forzajuve
  primavera estate autunno inverno lunedi martedi mercoledi giovedi venerdi sabato domenica
  gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
  agrigento alessandria ancona aosta arezzo ascolipiceno asti avellino bari barletta belluno benevento bergamo biella
  bologna bolzano brescia brindisi cagliari caltanissetta campobasso caserta catania catanzaro chieti como cosenza
  cremona crotone cuneo enna fermo ferrara firenze foggia forli frosinone genova gorizia grosseto imperia isernia
  laquila laspezia latina lecce lecco livorno lodi lucca macerata mantova massa matera messina milano modena monza
  nuoro oristano padova palermo parma pavia perugia pesaro pescara piacenza pisa pistoia pordenone potenza prato
  ragusa ravenna reggiocalabria reggioemilia rieti rimini rovigo salerno sassari savona siena siracusa sondrio taranto
  teramo terni torino trani trapani trento treviso trieste udine urbino varese venezia verbania vercelli verona
  vibovalentia vicenza viterbo italia
  comune comunedi municipio citta sindaco sindaca vigili polizialocale ufficio ufficiotecnico utente operatore
  operatrice amministratore protezione protezionecivile civile allerta allerte allertameteo meteo
  semaforo semafori lanterna lanterne verde giallo arancio rosso`.split(/\s+/),
);
