// Allows one preparation at a time in one folder: two starts at once would overwrite each other's installation.
import { mkdirSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const heartbeatMs = 1_000;
/** Far above the heartbeat, so that a machine under load does not look dead. */
const staleMs = 20_000;
const retryMs = 100;

const ageMs = (path) => Date.now() - statSync(path).mtimeMs;

function take(path, owner) {
  try {
    writeFileSync(path, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns whether the lock's owner died: its process is gone (on this machine), or its heartbeat has stopped (on any). */
function isStale(path) {
  try {
    const [host, pid] = readFileSync(path, 'utf8').split(' ');
    if (ageMs(path) > staleMs) return true;
    if (host !== hostname() || pid === undefined) return false;
    // In a restarted container this process may have the same id as the dead one.
    return Number(pid) === process.pid || !isRunning(Number(pid));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Removes a stale lock, one process at a time. Otherwise the slower of two waiting processes would remove the lock that the faster has just taken. */
function removeIfStale(path) {
  const removal = `${path}.removal`;
  if (!isStale(path)) return;
  if (take(removal, '')) {
    if (isStale(path)) rmSync(path, { force: true });
    rmSync(removal, { force: true });
  } else if (isAbandoned(removal)) {
    rmSync(removal, { force: true });
  }
}

/** Returns whether a removal was cut off: removals take no time, so an old one has no owner. */
function isAbandoned(removal) {
  try {
    return ageMs(removal) > staleMs;
  } catch {
    return false;
  }
}

/**
 * Runs `work` while holding the lock file `path`; waits for its present holder and calls `onWait` once when it has to.
 * `work` must leave the event loop free, because the heartbeat runs there.
 */
export async function oneAtATime(path, onWait, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let waiting = false; !take(path, `${hostname()} ${process.pid}`); await pause(retryMs)) {
    removeIfStale(path);
    if (!waiting) onWait();
    waiting = true;
  }
  // A lock file removed by hand is no reason to stop.
  const heartbeat = setInterval(() => utimes(path, new Date(), new Date(), () => {}), heartbeatMs);
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    clearInterval(heartbeat);
    release();
  }
}
