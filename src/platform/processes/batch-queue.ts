// A queue that is written in batches: what comes with every request and is no part of its transaction, such as the
// request log.

/** At most this many items wait in memory, some 5 MB. */
const maxWaiting = 5_000;
const maxBatch = 500;
const writeEveryMs = 1_000;

type BatchQueue<Item> = {
  /** Queues an item. Returns false if too many are waiting. */
  add(item: Item): boolean;
  /** Writes what is waiting, each batch once. Never fails. */
  flush(): Promise<void>;
};

type BatchOptions<Item> = {
  /** What is written together: the organization. */
  readonly groupOf: (item: Item) => string;
  readonly write: (group: string, items: readonly Item[]) => Promise<void>;
  /** Called with what could not be written. Returns what shall wait for another try. */
  readonly onFailure: (items: readonly Item[], error: unknown) => readonly Item[];
};

/**
 * Creates a queue. A full batch is written at once. Fewer items wait a second for others, as a transaction for each few
 * would cost more than the rows. One batch is written at a time, each of its groups by itself.
 */
export function makeBatchQueue<Item>({ groupOf, write, onFailure }: BatchOptions<Item>): BatchQueue<Item> {
  const queue: Item[] = [];
  let batch: readonly Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let hasFailed = false; // The last batch; the next one waits its second.
  const writeBatch = async () => {
    batch = queue.splice(0, maxBatch);
    hasFailed = false;
    for (const [group, items] of Map.groupBy(batch, groupOf))
      await write(group, items).catch((error: unknown) => {
        hasFailed = true;
        queue.push(...onFailure(items, error));
      });
    batch = [];
  };
  const writeNext = () => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeBatch().finally(() => {
      writing = undefined;
      writeLater();
    });
    return writing;
  };
  const writeLater = () => {
    if (!hasFailed && queue.length >= maxBatch) void writeNext();
    else if (queue.length > 0) timer ??= setTimeout(writeNext, writeEveryMs).unref();
  };
  return {
    add(item) {
      if (queue.length + batch.length >= maxWaiting) return false;
      queue.push(item);
      writeLater();
      return true;
    },
    async flush() {
      const waiting = queue.length + batch.length;
      // The first may be a part.
      for (let written = 0; written < waiting + maxBatch; written += maxBatch) await writeNext();
    },
  };
}
