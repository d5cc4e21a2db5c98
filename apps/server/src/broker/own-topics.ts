/** The topics of the server's own; devices have none there. */
export const OWN_TOPICS = 'semaforo/';

/** `homeassistant/device/semaforo_x_1/config`: no key of a device begins without a slash. */
const ANNOUNCEMENT = /^[\w-]+(\/[\w-]+)*\/config$/;

/** True for the topics on which the server says to watchers how devices are read, and on which nobody is commanded. */
export function isAnnouncement(topic: string): boolean {
  return ANNOUNCEMENT.test(topic) && !topic.startsWith(OWN_TOPICS);
}
