// The reference of fan-out.bench.ts: a Socket.IO server that emits each of 1,000 messages a second by itself.
import { Server } from 'socket.io';

const EVERY_MS = 20;
const AT_ONCE = 20;

const [port = ''] = process.argv.slice(2);
const io = new Server(Number(port), { transports: ['websocket'], serveClient: false });
let emitted = 0;
setInterval(() => {
  for (let each = 0; each < AT_ONCE; each += 1, emitted += 1) {
    io.emit('mqtt_message', { topic: `/3/provincia/s${emitted % 1000}/out1`, message: '1' });
  }
}, EVERY_MS);
console.log('pronto');
