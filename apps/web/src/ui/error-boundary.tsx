import { Component, type ReactNode } from 'react';

type ErrorBoundaryProps = { fallback: ReactNode; resetKey: string; children: ReactNode };

/** Shows the fallback instead of a part of the page that failed to draw; a new `resetKey` tries again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) {
      this.setState({ failed: false });
    }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
