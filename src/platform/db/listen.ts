// LISTEN: one connection for notifications, which reconnects by itself.
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Client, type ClientConfig } from 'pg';

export type ListenHandle = { unlisten(): Promise<void> };

type ChannelSubscription = {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  readonly onListen: () => void;
};

const reconnectDelayMs = 250;
const answerWithinMs = 5_000;
const closeWithinMs = 1_000;

type ListenerState = {
  readonly settings: ClientConfig;
  readonly checkMs: number;
  readonly subscriptions: Set<ChannelSubscription>;
  current: Promise<Client> | undefined;
  reconnecting: boolean;
  ended: boolean;
};

/**
 * Listens for notifications. The connection is opened for the first listener and closed after the last. A silently lost
 * connection is detected by repeating LISTEN every `checkMs`, which changes nothing.
 */
export function makeListener(settings: ClientConfig, checkMs: number) {
  const subscriptions = new Set<ChannelSubscription>();
  const state: ListenerState = {
    settings,
    checkMs,
    subscriptions,
    current: undefined,
    reconnecting: false,
    ended: false,
  };
  return {
    async listen(channel: string, onNotify: (payload: string) => void, onListen = () => {}): Promise<ListenHandle> {
      const subscription = { channel, onNotify, onListen };
      await listenOn(await connect(state), channel);
      subscriptions.add(subscription);
      onListen();
      return {
        async unlisten() {
          subscriptions.delete(subscription);
          if (subscriptions.size === 0) await close(state);
        },
      };
    },
    async end(): Promise<void> {
      state.ended = true;
      subscriptions.clear();
      await close(state);
    },
  };
}

function connect(state: ListenerState): Promise<Client> {
  state.current ??= openConnection(state).catch((error) => {
    state.current = undefined;
    throw error;
  });
  return state.current;
}

async function openConnection(state: ListenerState): Promise<Client> {
  const { settings, checkMs, subscriptions } = state;
  const client = new pg.Client({ ...settings, pipeline: true });
  client.on('error', () => {}); // 'end' follows.
  client.on('notification', ({ channel, payload = '' }) => {
    for (const subscription of subscriptions) if (subscription.channel === channel) subscription.onNotify(payload);
  });
  await client.connect();
  const check = setInterval(() => {
    // A late answer closes the connection.
    for (const { channel } of subscriptions) listenOn(client, channel).catch(() => {});
  }, checkMs);
  client.once('end', () => {
    clearInterval(check);
    state.current = undefined;
    void reconnect(state);
  });
  return client;
}

async function reconnect(state: ListenerState): Promise<void> {
  if (state.reconnecting) return;
  state.reconnecting = true;
  while (!state.ended && state.subscriptions.size > 0 && state.current === undefined) {
    await delay(reconnectDelayMs);
    try {
      const client = await connect(state);
      for (const { channel } of state.subscriptions) await listenOn(client, channel);
      for (const { onListen } of state.subscriptions) onListen();
    } catch {
      // The database is still unavailable.
    }
  }
  state.reconnecting = false;
}

async function close(state: ListenerState): Promise<void> {
  const client = await state.current?.catch(() => undefined);
  if (client === undefined) return;
  await Promise.race([client.end(), delay(closeWithinMs, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

function listenOn(client: Client, channel: string): Promise<unknown> {
  const query = { text: `listen ${pg.escapeIdentifier(channel)}`, query_timeout: answerWithinMs };
  return client.query(query);
}
