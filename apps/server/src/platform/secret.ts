import { inspect } from 'node:util';

/** What stands in place of a secret wherever it is written by mistake. */
const CONCEALED = '[segreto]';

/**
 * Something that must not be disclosed: a password, its hash, a token, a key. It has no property that could be spread
 * or copied, and is written as '[segreto]' in JSON, in a text, in a log and by `inspect`. Only `reveal` gives the
 * content, to be called where it is used.
 */
export class Secret<T = string> {
  readonly #content: T;

  constructor(content: T) {
    this.#content = content;
  }

  reveal(): T {
    return this.#content;
  }

  toJSON(): string {
    return CONCEALED;
  }

  toString(): string {
    return CONCEALED;
  }

  [inspect.custom](): string {
    return CONCEALED;
  }
}

type Leaf = string | number | bigint | boolean | symbol | null | undefined | Date | Error | Uint8Array;

/**
 * The same type, with `never` wherever it holds a secret: what takes a `T & WithoutSecrets<T>` does not compile with a
 * secret in it, at any depth.
 */
export type WithoutSecrets<T> =
  T extends Secret<unknown>
    ? never
    : T extends Leaf | ((...given: never[]) => unknown)
      ? T
      : T extends object
        ? { [Key in keyof T]: WithoutSecrets<T[Key]> }
        : T;
