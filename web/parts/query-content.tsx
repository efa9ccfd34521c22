// The states of a query on a screen: loading, failed, or loaded.
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { FailureState, LoadingState } from './states.tsx';

/** Shows the result once it is loaded. An earlier result stays visible while it is loaded again. */
export function QueryContent<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}) {
  const failure = useRef<unknown>(undefined);
  if (query.isError) failure.current = query.error;
  if (query.data !== undefined) return <>{children(query.data)}</>;
  // A failure stays while it is tried again, so that it is announced once.
  if (query.errorUpdateCount > 0 && failure.current !== undefined)
    return <FailureState error={failure.current} retry={() => query.refetch()} />;
  return <LoadingState />;
}
