import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Looks up a name for a connection, which then goes to an address that was checked, so a name that changes its meaning
 * leads nowhere else. Fails with `refused` when none of its addresses is allowed. Literal addresses are not looked up.
 */
export function lookupOnly(isAllowed: (address: string) => boolean, refused: () => Error): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(refused(), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
