import { BROKER_LOGIN } from './credentials.ts';

/** The settings of a server that brings its own broker, on that port, with one log-in for all devices. */
export function embeddedBrokerSettings(port: number): Record<string, string> {
  return {
    EMBEDDED_BROKER_PORT: String(port),
    EMBEDDED_BROKER_USERNAME: BROKER_LOGIN.username,
    EMBEDDED_BROKER_PASSWORD: BROKER_LOGIN.password,
    EMBEDDED_BROKER_SHARED_LOGIN: 'true',
  };
}

/** The settings of a server that joins another broker on this machine, without a login unless one is given. */
export function outsideBrokerSettings(
  port: number,
  login?: { username: string; password: string },
): Record<string, string> {
  return {
    EMBEDDED_BROKER_PORT: '0',
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: String(port),
    ...(login && { MQTT_USERNAME: login.username, MQTT_PASSWORD: login.password }),
  };
}
