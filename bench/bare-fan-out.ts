// The reference of fan-out.bench.ts: a Socket.IO server that emits each message by itself, as many a second as asked:
// `bare-fan-out.ts PORT MESSAGES`.
import { Server } from 'socket.io';

const EVERY_MS = 20;

const [port = '', messages = ''] = process.argv.slice(2);
const atOnce = (Number(messages) * EVERY_MS) / 1000;
const io = new Server(Number(port), { transports: ['websocket'], serveClient: false });
let emitted = 0;
setInterval(() => {
  for (let each = 0; each < atOnce; each += 1, emitted += 1) {
    io.emit('mqtt_message', { topic: `/3/provincia/s${emitted % 1000}/out1`, message: '1' });
  }
}, EVERY_MS);
console.log('pronto');
