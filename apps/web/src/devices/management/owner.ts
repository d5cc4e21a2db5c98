/** A user to whom a device can belong. */
export type Owner = { id: number; username: string };

/** Shown as the owner of a device that has none. */
export const NO_OWNER = 'Sconosciuto';
