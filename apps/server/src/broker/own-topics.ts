/** The topics of the server's own; devices have none there. */
export const OWN_TOPICS = 'semaforo/';

/**
 * Where the embedded broker says to the server which of its messages nobody is subscribed to, by their identifiers. No
 * client may subscribe to it: what the server itself publishes there tells whether a broker says such things at all.
 */
export const unheardTopicOf = (clientId: string) => `${OWN_TOPICS}${clientId}/unheard`;

/** `homeassistant/device/semaforo_x_1/config`: no key of a device begins without a slash. */
const ANNOUNCEMENT = /^[\w-]+(\/[\w-]+)*\/config$/;

/** True for the topics on which the server says to watchers how devices are read, and on which nobody is commanded. */
export function isAnnouncement(topic: string): boolean {
  return ANNOUNCEMENT.test(topic) && !topic.startsWith(OWN_TOPICS);
}
