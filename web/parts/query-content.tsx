// A query on a screen: waiting, failed, or here.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureState, LoadingState } from './states.tsx';

/** Shows what was asked for once it is here. What is already here stays while it is asked for again. */
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
