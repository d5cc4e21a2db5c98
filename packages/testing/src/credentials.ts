/** The first admin of every server that tests start. */
export const ADMIN = { username: 'admin', password: 'lampada-di-prova-42' };

/** With what devices enter the embedded broker of such a server. */
export const BROKER_LOGIN = { username: 'semaforo', password: 'broker-di-prova' };
