import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './tag.css';

/** outlined: confirmed with no colour; requested: dashed; hatched: last known; error: red and blinking. */
export type TagKind = 'outlined' | 'requested' | 'hatched' | 'error';

/** A short state in capitals. Pass `kind` for the plain ones, or a class of the feature's own for a solid fill. */
export function Tag(props: {
  kind?: TagKind | undefined;
  fillClass?: string | undefined;
  small?: boolean | undefined;
  children: ReactNode;
}) {
  const names = ['tag', props.kind && `tag--${props.kind}`, props.fillClass, props.small && 'tag--s'];
  return (
    <span className={names.filter(Boolean).join(' ')}>
      {props.kind === 'error' && <Icon name="alert" small />}
      {props.children}
    </span>
  );
}
