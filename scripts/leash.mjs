// Preloaded (`node --import`) into a child started with an IPC channel: when the parent disappears, however it died, the child is asked
// to stop as by Ctrl-C.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
