/** Where a broker is, and with what the plugin's admin logs in to it. */
export type PluginAddress = { host: string; port: number; tls: boolean; username: string; password: string };

/** A command of Mosquitto's dynamic-security plugin, such as `{ command: 'deleteRole', rolename: 'r' }`. */
export type PluginCommand = { command: string; [field: string]: unknown };

/** What the plugin answers to a command. `error` is its reason when it did not do it. */
export type PluginAnswer = { command: string; error?: string; data?: unknown };

/** A connection to the plugin. */
export type MosquittoPlugin = {
  /** Sends commands together; resolves to their answers, in order. Rejects when none come. */
  send: (commands: readonly PluginCommand[]) => Promise<PluginAnswer[]>;
  close: () => Promise<void>;
};

/** Connects as the plugin's admin; `closed` is called once, when the connection is gone. Rejects with the reason. */
export type ConnectToPlugin = (address: PluginAddress, closed: () => void) => Promise<MosquittoPlugin>;
