import { createStore, useStore } from '../platform/store.ts';

type Settle = (isProved: boolean) => void;

let proof: Promise<boolean> | undefined;
const settling = createStore<Settle | null>(null);

/** Resolves once the person has proved again who they are; to false when they gave up. Calls wait for one together. */
export function askForProof(): Promise<boolean> {
  proof ??= new Promise<boolean>((resolve) => settling.set(resolve)).finally(() => {
    proof = undefined;
    settling.set(null);
  });
  return proof;
}

/** Answers the calls that wait for a proof; null while none does. */
export function useWantedProof(): Settle | null {
  return useStore(settling);
}
