const BAD_CREDENTIALS = [0x04, 0x05, 0x86, 0x87];

const BAD_LOGIN = 'Il broker rifiuta username o password';
const NO_SUCH_HOST = "L'host del broker non esiste";
const UNREACHABLE = 'Il broker non è raggiungibile';
const UNKNOWN_AUTHORITY = 'Il certificato del broker non è di un’autorità riconosciuta da questo server';
const NOT_IN_FORCE = 'Il certificato del broker è scaduto o non ancora valido';
const NO_TLS = 'Il broker non parla TLS su questa porta';

/** The broker stops sending when so much is unacknowledged, and the link would look well while nothing arrives. */
export const NOT_STORED = 'Il database non registra ciò che i dispositivi dicono';
/** Also of a broker that answered once and does no more. */
export const NO_ANSWER = 'Il broker non risponde';
/** This process stood still, or has more to read than it can: what it reads was said too long ago. */
export const BEHIND = 'Il server è rimasto indietro con i messaggi del broker';
export const LOST = 'Il collegamento al broker è caduto';
const OTHER_FAILURE = 'Collegamento al broker non riuscito';
const TAKEN_OVER = 0x8e;

/** By the error codes of Node's sockets and of its TLS. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nessun broker in ascolto a questo indirizzo',
  ENOTFOUND: NO_SUCH_HOST,
  EAI_AGAIN: NO_SUCH_HOST,
  ECONNRESET: 'Il broker chiude il collegamento: forse la porta è un’altra, o non è di TLS',
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_UNTRUSTED: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: NOT_IN_FORCE,
  CERT_NOT_YET_VALID: NOT_IN_FORCE,
  ERR_TLS_CERT_ALTNAME_INVALID: 'Il certificato del broker è di un altro host',
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  EPROTO: NO_TLS,
};

/** Why a try to connect failed, in Italian. The code is a system's, or the CONNACK's number. */
export function sentenceOfFailure(error: Error & { code?: unknown }): string {
  if (BAD_CREDENTIALS.includes(Number(error.code))) return BAD_LOGIN;
  return SENTENCES[String(error.code)] ?? OTHER_FAILURE;
}

/**
 * Why a trial failed, in Italian: the same for a closed port, another service, silence, a wrong certificate and a host
 * that does not exist, so that a trial is no port scanner (docs/rules.md#broker-trial). Only a broker refuses a log-in.
 */
export function sentenceOfTrial(failure: string): string {
  return failure === BAD_LOGIN
    ? failure
    : 'Nessun broker utilizzabile risponde a questo indirizzo: controlla host, porta, TLS e certificato';
}

/** Why a broker of MQTT 5 says that it ends a connection that worked, in Italian. */
export function sentenceOfParting(reasonCode: number | undefined): string {
  return reasonCode === TAKEN_OVER
    ? 'Un altro collegamento con lo stesso nome ha preso il posto di questo sul broker'
    : LOST;
}
