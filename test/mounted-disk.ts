// A disk for tests of faults: an ext4 file system in a file. It can be full, slow, read-only, or lose everything that
// was not flushed. Only root may mount it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type Disk = {
  readonly folder: string;
  /** Takes all space but some KB, until `free`. */
  fill(): void;
  free(): void;
  /** For some time every write waits again and again. */
  slowDown(forMs: number): Promise<void>;
  /** The file system finds an error, and becomes read-only until `repair`. */
  breakDown(): void;
  /**
   * From now on nothing reaches the disk, and what was not flushed will never have been written. `repair` starts it
   * again.
   */
  losePower(): void;
  /** Unmounts, checks and mounts it. Nothing may use it. */
  repair(): Promise<void>;
  remove(): void;
};

const sizeBytes = 600 * 2 ** 20;
const leftBytes = 64 * 1024;
const options = 'loop,errors=remount-ro';
const [frozenMs, thawedMs] = [120, 30];
const maxUnmounts = 200;
/**
 * EXT4_IOC_SHUTDOWN without flushing the journal: what file system tests use for a power failure. Node has no ioctl;
 * Debian always has Perl.
 */
const shutDown =
  'my $how = pack("L", 2); open(my $disk, "<", $ARGV[0]) or die $!; ioctl($disk, 0x8004587d, $how) or die $!;';

/** Mounts a new disk in a folder; undefined where that is not permitted. */
export function makeDisk(base: string): Disk | undefined {
  const [image, folder] = [join(base, 'image'), join(base, 'disk')];
  mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, sizeBytes);
  const mount = () =>
    spawnSync('mkfs.ext4', ['-q', '-F', image]).status === 0 &&
    spawnSync('mount', ['-o', options, image, folder]).status === 0;
  if (!mount()) return undefined;
  chmodSync(folder, 0o755); // The database's user has to get in.
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      spawnSync('fallocate', ['--length', String(Math.max(1, bavail * bsize - leftBytes)), filler]);
    },
    free: () => rmSync(filler, { force: true }),
    async slowDown(forMs) {
      const until = performance.now() + forMs;
      while (performance.now() < until) {
        await run('fsfreeze', '--freeze', folder);
        await delay(frozenMs);
        await run('fsfreeze', '--unfreeze', folder);
        await delay(thawedMs);
      }
    },
    breakDown() {
      const device = execFileSync('losetup', ['--associated', image, '--output', 'NAME', '--noheadings']);
      writeFileSync(`/sys/fs/ext4/${basename(String(device).trim())}/trigger_fs_error`, 'test');
    },
    losePower: () => void execFileSync('perl', ['-e', shutDown, folder]),
    async repair() {
      for (let tries = 1; (await run('umount', folder)) !== 0; tries += 1) {
        if (tries >= maxUnmounts) throw new Error(`Something still uses ${folder}.`);
        await delay(50);
      }
      await run('e2fsck', '-fy', image);
      if ((await run('mount', '-o', options, image, folder)) !== 0) throw new Error(`${folder} cannot be mounted.`);
      rmSync(filler, { force: true }); // The disk may have forgotten that it was removed.
    },
    remove() {
      spawnSync('fsfreeze', ['--unfreeze', folder]);
      spawnSync('umount', ['--lazy', folder]);
    },
  };
}

/** Runs a program to its end, while everything else goes on; returns its status. */
async function run(program: string, ...words: string[]): Promise<number> {
  const [code] = await once(spawn(program, words, { stdio: 'ignore' }), 'exit');
  return code ?? 1;
}
