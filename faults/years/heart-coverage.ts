import { Session } from 'node:inspector';

/** Pieces of the heart that never ran: per file the places of its source as it runs, from and up to. */
export type Unrun = Readonly<Record<string, readonly Piece[]>>;

type Piece = { from: number; to: number; text: string };

type Coverage = {
  result: readonly {
    url: string;
    scriptId: string;
    functions: readonly { ranges: readonly { startOffset: number; endOffset: number; count: number }[] }[];
  }[];
};

const HEART =
  /packages\/contract\/src\/domain\/(device\/[\w-]+|what-applies|confirmation|desired|live-message)\.ts/;
const LONGEST_TEXT = 70;

/** Begins to watch; what is returned tells what of the heart has not run since. */
export function watchHeart(): () => Unrun {
  const session = new Session();
  session.connect();
  const post = <T>(method: string, params: object = {}): T => {
    let answer: unknown;
    session.post(method, params, (_error: unknown, result: unknown) => {
      answer = result;
    });
    return answer as T;
  };
  post('Debugger.enable');
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  return () => {
    const { result } = post<Coverage>('Profiler.takePreciseCoverage');
    const files = result.flatMap(({ url, scriptId, functions }): [string, Piece[]][] => {
      const [file] = HEART.exec(url) ?? [];
      if (file === undefined) return [];
      const { scriptSource } = post<{ scriptSource: string }>('Debugger.getScriptSource', { scriptId });
      const unrun = functions.flatMap(({ ranges }) => ranges.filter(({ count }) => count === 0));
      return [
        [
          file,
          unrun.map(({ startOffset: from, endOffset: to }) => ({
            ...{ from, to },
            text: scriptSource.slice(from, to).replace(/\s+/g, ' ').slice(0, LONGEST_TEXT),
          })),
        ],
      ];
    });
    return Object.fromEntries(files);
  };
}

/** What ran in none of the two. */
export function inNeither(one: Unrun, other: Unrun): Unrun {
  const files = Object.entries(one).map(([file, pieces]) => {
    const others = other[file] ?? [];
    const within = (piece: Piece, list: readonly Piece[]) =>
      list.some(({ from, to }) => from <= piece.from && to >= piece.to);
    const both = [
      ...pieces.filter((piece) => within(piece, others)),
      ...others.filter((piece) => within(piece, pieces)),
    ];
    return [file, [...new Map(both.map((piece) => [piece.from, piece])).values()]] as const;
  });
  return Object.fromEntries(files);
}

/** A line for each piece that never ran. */
export function describeUnrun(unrun: Unrun): string[] {
  return Object.entries(unrun).flatMap(([file, pieces]) =>
    pieces.map(({ text }) => `never ran, ${file.split('/domain/')[1]}: ${text}`),
  );
}
