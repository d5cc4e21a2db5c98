import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './tag.module.css';

/**
 * outlined: confirmed with no color; requested: dashed; hatched: last known; error: red and blinking; test: a double
 * edge; maintenance: muted, with a dotted edge.
 */
export type TagKind = 'outlined' | 'requested' | 'hatched' | 'error' | 'test' | 'maintenance';

/** A short state in capitals. Pass `kind` for the plain ones, or a `className` for a solid fill. */
export function Tag(props: {
  kind?: TagKind | undefined;
  className?: string | undefined;
  small?: boolean | undefined;
  children: ReactNode;
}) {
  const names = [styles.tag, props.className, props.small && styles.small];
  return (
    <span className={names.filter(Boolean).join(' ')} data-kind={props.kind}>
      {props.kind === 'error' && <Icon name="alert" small />}
      {props.children}
    </span>
  );
}
