import type { ComponentProps } from 'react';
import styles from './button.module.css';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: 'solid' | 'outline' | 'danger' | 'link';
  size?: 'normal' | 'small' | 'square' | 'block';
};

const VARIANTS = {
  solid: styles.button,
  outline: `${styles.button} ${styles.outline}`,
  danger: `${styles.button} ${styles.danger}`,
  link: styles.link,
};
const SIZES = {
  normal: '',
  small: styles.small,
  square: `${styles.small} ${styles.square}`,
  block: styles.block,
};

/** A button; it submits a form only when `type="submit"` says so. */
export function Button({ variant = 'solid', size = 'normal', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`${VARIANTS[variant]} ${SIZES[size]}`} data-size={size} />;
}
