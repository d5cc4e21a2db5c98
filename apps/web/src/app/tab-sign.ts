import { BASE_PATH } from '../platform/base-path.ts';

const MOST = 99;

/** 'Sala operativa · Comune di Valdombra · Semaforo', with the number of problems before it. */
export function titleOf(
  title: string,
  { comune = '', problems }: { comune?: string; problems: number },
): string {
  const name = [title, comune, 'Semaforo'].filter((part) => part !== '').join(' · ');
  return problems === 0 ? name : `(${problems}) ${name}`;
}

/** The icon of the tab: the product's own, or a red sign with the number of problems. */
export function iconOf(problems: number): string {
  if (problems === 0) return `${BASE_PATH}/favicon.svg`;
  const count = Math.min(problems, MOST);
  const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 1 32 31H0z" fill="#c4142a"/><text x="16" y="27" font-family="sans-serif" font-size="16" font-weight="700" text-anchor="middle" fill="#fff">${count}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(sign)}`;
}
