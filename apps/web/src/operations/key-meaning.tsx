import { knownSetting, meantSetting } from '@semaforo/contract/domain/known-settings';
import { UserText } from '../ui/user-text.tsx';
import styles from './user-settings.module.css';

/**
 * What a key is good for: the name of the setting, or that the product does not use it and which one it looks like.
 * `again`: what is pressed a second time to keep it as it is typed.
 */
export function KeyMeaning(props: { settingKey: string; again: 'Aggiungi' | 'Invio' | undefined }) {
  const { settingKey, again } = props;
  const known = knownSetting(settingKey);
  const meant = meantSetting(settingKey);
  return (
    <p className={styles.meaning} role="status">
      {settingKey !== '' && (known ? known.name : 'Semaforo non usa questa chiave.')}
      {meant !== undefined && (
        <>
          {' '}
          Intendevi <UserText>{meant}</UserText>?
        </>
      )}
      {again !== undefined && settingKey !== '' && ` Premi ancora ${again} per tenerla così.`}
    </p>
  );
}
