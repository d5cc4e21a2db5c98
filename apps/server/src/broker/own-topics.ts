/** The topics of the server's own; devices have none there. */
export const OWN_TOPICS = 'semaforo/';
