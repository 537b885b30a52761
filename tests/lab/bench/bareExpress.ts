import express from 'express';

/** The least that an Express server does for a JSON answer; our own answers are compared with it. */
const app = express();
app.get('/', (_request, response) => response.json({ answer: 'x'.repeat(1_000) }));
const server = app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => server.close(() => process.exit(0)));
