// The states of a query on a screen: loading, failed, or loaded.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureState, LoadingState } from './states.tsx';

/** Shows the result once it is loaded. An earlier result stays visible while it is loaded again. */
export function QueryContent<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <FailureState error={query.error} retry={() => query.refetch()} />;
  return <LoadingState />;
}
