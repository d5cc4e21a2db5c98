import { ICON_PATHS, Icon, type IconName } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Logo } from '../ui/logo.tsx';
import { Pill } from '../ui/pill.tsx';
import { Tag } from '../ui/tag.tsx';
import { UserText } from '../ui/user-text.tsx';
import { UserTextList } from '../ui/user-text-list.tsx';
import { Block } from './block.tsx';

const PILLS = ['ok', 'wait', 'stale', 'off', 'err', 'unknown', 'unequal'] as const;
const TAGS = ['outlined', 'requested', 'hatched', 'error', 'maintenance'] as const;

const isIconName = (name: string): name is IconName => name in ICON_PATHS;
const ICON_NAMES = Object.keys(ICON_PATHS).filter(isIconName);

/** Signs, states in a word, and texts that people typed. */
export function MarkBlocks() {
  return (
    <>
      <Block name="Pill">
        {PILLS.map((kind) => (
          <Pill key={kind} kind={kind}>
            {kind}
          </Pill>
        ))}
      </Block>
      <Block name="Tag">
        {TAGS.map((kind) => (
          <div key={kind} className={layoutStyles.row}>
            <Tag kind={kind}>{kind.toUpperCase()}</Tag>
            <Tag kind={kind} small>
              SMALL
            </Tag>
          </div>
        ))}
      </Block>
      <Block name="Icon">
        {ICON_NAMES.map((name) => (
          <span key={name} className={layoutStyles.row}>
            <Icon name={name} />
            <Icon name={name} small />
            {name}
          </span>
        ))}
      </Block>
      <Block name="Logo">
        <Logo />
        <Logo large />
      </Block>
      <Block name="UserText, UserTextList">
        <UserText>{'Un nome che non finisce più '.repeat(12)}</UserText>
        <p>
          <UserTextList texts={['Diga Vecchia', 'Ponte sul Torno', 'W'.repeat(140)]} />
        </p>
      </Block>
    </>
  );
}
