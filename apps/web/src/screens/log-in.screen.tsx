import { useNavigate } from 'react-router';
import { PublicLinks } from '../settings/public-links.tsx';
import { Logo } from '../ui/logo.tsx';
import '../ui/panel.css';
import { LogInForm } from '../users/log-in-form.tsx';
import './public.css';

/** The log-in page; it leads to the dashboard. */
export function LogInScreen() {
  const navigate = useNavigate();
  return (
    <div className="login">
      <main className="panel login__card">
        <div className="login__logo">
          <Logo large />
          <h1>Benvenuto</h1>
        </div>
        <LogInForm onLoggedIn={() => void navigate('/dashboard')} />
      </main>
      <footer className="login__foot">
        <PublicLinks />
      </footer>
    </div>
  );
}
