/** The documents that a home automation was told, and may still find on the broker. */
export type HomeAssistantDocumentsTable = {
  topic: string;
  /** Which device it is about and how that speaks: with another one, the document is taken back first. */
  device: string;
};
