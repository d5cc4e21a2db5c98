/** A backup that is being made beside the server. */
export type RunningBackup = {
  /** Resolves when the file is there. Rejects with an Italian sentence as its message. */
  ended: Promise<void>;
  stop: () => void;
};

export type StartBackup = (file: string) => RunningBackup;
