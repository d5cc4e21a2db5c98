import { useNavigate } from 'react-router';
import { Logo } from '../ui/logo.tsx';
import '../ui/panel.css';
import { LogInForm } from '../users/log-in-form.tsx';
import './public.css';

/** The log-in page; it leads to the dashboard. */
export function LogInScreen() {
  const navigate = useNavigate();
  return (
    <main className="login">
      <div className="panel login__card">
        <div className="login__logo">
          <Logo large />
          <h1>Benvenuto</h1>
        </div>
        <LogInForm onLoggedIn={() => void navigate('/dashboard')} />
      </div>
    </main>
  );
}
