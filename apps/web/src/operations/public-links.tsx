import { useQuery } from '@tanstack/react-query';
import { publicSettingsQuery } from '../api/public-settings.ts';
import styles from './public-links.module.css';

/**
 * Links to the Comune's pages on accessibility and privacy, which AgID requires at the foot of every public site.
 * Nothing when none is set.
 */
export function PublicLinks() {
  const settings = useQuery(publicSettingsQuery).data;
  const links = [
    { label: 'Dichiarazione di accessibilità', href: settings?.accessibilityUrl },
    { label: 'Segnala un problema di accessibilità', href: settings?.feedbackUrl },
    { label: 'Privacy', href: settings?.privacyUrl },
  ].filter((link) => typeof link.href === 'string');
  if (links.length === 0) return null;
  return (
    <ul className={styles.links} aria-label="Accessibilità e privacy">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href ?? undefined}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
