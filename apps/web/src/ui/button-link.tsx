import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

/** A link that looks like a button: it leads to where something is done. */
export function ButtonLink(props: Omit<LinkProps, 'className'> & { variant?: 'solid' | 'outline' }) {
  const { variant = 'solid', ...rest } = props;
  return (
    <Link {...rest} className={variant === 'solid' ? styles.button : `${styles.button} ${styles.outline}`} />
  );
}
