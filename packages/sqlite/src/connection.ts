import sqlite13 from 'better-sqlite3';
import sqlite12 from 'better-sqlite3-node20';

/** Version 13 needs Node 22: on Node 20 it ends the process with a segmentation fault. */
const OLDEST_NODE_OF_13 = 22;

/**
 * A connection to an embedded SQLite file, by the version of better-sqlite3 that runs on this Node. Both write the
 * same file format and have the same interface; each loads its native part at its first connection. Why there are two:
 * docs/decisions/0020-sqlite-by-node.md.
 */
export const SqliteConnection =
  Number.parseInt(process.versions.node, 10) < OLDEST_NODE_OF_13 ? sqlite12 : sqlite13;

export type SqliteDatabase = sqlite13.Database;
