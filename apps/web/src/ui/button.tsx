import type { ComponentProps } from 'react';
import './button.css';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: 'solid' | 'outline' | 'danger' | 'link';
  size?: 'normal' | 'small' | 'square' | 'block';
};

const VARIANTS = { solid: 'btn', outline: 'btn btn--o', danger: 'btn btn--danger', link: 'link-btn' };
const SIZES = { normal: '', small: ' btn--s', square: ' btn--s btn--x', block: ' btn--block' };

/** A button; it submits a form only when `type="submit"` says so. */
export function Button({ variant = 'solid', size = 'normal', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={VARIANTS[variant] + SIZES[size]} />;
}
