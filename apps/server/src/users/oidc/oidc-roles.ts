import { DUTIES, type Duty } from '@semaforo/contract/domain/duty';

/** A value of a claim, and the duty that it gives. */
export type OidcRole = { claim: string; value: string; duty: Duty };

/** Reads `claim=value:duty;…`; undefined when it is not written so. */
export function readOidcRoles(written: string): OidcRole[] | undefined {
  const entries = written.split(';').filter((entry) => entry.trim() !== '');
  const roles = entries.flatMap((entry): OidcRole[] => {
    const [, claim = '', value = '', word] = /^\s*([^=]+)=(.+):([a-z]+)\s*$/.exec(entry) ?? [];
    const duty = DUTIES.find((known) => known === word);
    return duty ? [{ claim, value, duty }] : [];
  });
  return roles.length === entries.length ? roles : undefined;
}

/**
 * The highest duty that the claims give. Undefined when they give none: a claim that is missing, or has other values,
 * changes nothing (docs/rules.md#log-in-with-the-identity-of-the-comune).
 */
export function dutyByClaims(roles: readonly OidcRole[], claims: Record<string, unknown>): Duty | undefined {
  const given = roles.filter(({ claim, value }) => valuesOf(claims, claim).includes(value));
  return DUTIES.findLast((duty) => given.some((role) => role.duty === duty));
}

/** True when one of the claims by which duties are given is not among these. */
export function lacksClaims(roles: readonly OidcRole[], claims: Record<string, unknown>): boolean {
  return roles.some(({ claim }) => valuesOf(claims, claim).length === 0);
}

/** A claim by its name, or by a path such as `realm_access.roles`. */
function valuesOf(claims: Record<string, unknown>, name: string): unknown[] {
  const found = Object.hasOwn(claims, name)
    ? claims[name]
    : name.split('.').reduce<unknown>((holder, key) => memberOf(holder, key), claims);
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

function memberOf(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined;
}
