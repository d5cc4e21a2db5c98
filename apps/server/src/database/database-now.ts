import { sql } from 'kysely';

/** The time (epoch ms) by the clock of PostgreSQL, by which all servers on it agree. */
export const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
