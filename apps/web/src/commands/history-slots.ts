import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import type { ReactNode } from 'react';

/** How the screen draws a status in capitals, in its colour. */
export type DrawStatus = (status: DeviceStatus) => ReactNode;

/** How the screen draws a colour's mark and word. */
export type DrawColour = (colour: SignalColour) => ReactNode;
