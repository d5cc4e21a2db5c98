import type { ComponentProps } from 'react';
import './button.css';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  look?: 'solid' | 'outline' | 'danger' | 'link';
  size?: 'normal' | 'small' | 'square' | 'block';
};

const LOOKS = { solid: 'btn', outline: 'btn btn--o', danger: 'btn btn--danger', link: 'link-btn' };
const SIZES = { normal: '', small: ' btn--s', square: ' btn--s btn--x', block: ' btn--block' };

/** A button; it submits a form only when `type="submit"` says so. */
export function Button({ look = 'solid', size = 'normal', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={LOOKS[look] + SIZES[size]} />;
}
