import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast';
import { ApiError } from './client';

export interface ActionOptions<Result, Input> {
  /** Text of the toast after a success. */
  done?: string | ((result: Result, input: Input) => string) | undefined;
  onSuccess?: ((result: Result, input: Input) => void) | undefined;
  /** Where an error is shown, by default in a toast. */
  errors?: 'toast' | 'form';
  /** Whether all queries are fetched again after a success, by default true. */
  refetch?: boolean;
}

/** A mutation that reports its outcome in a toast and refreshes all data on the page. */
export function useAction<Result, Input = void>(
  execute: (input: Input) => Promise<Result>,
  { done, onSuccess, errors = 'toast', refetch = true }: ActionOptions<Result, Input> = {},
) {
  const client = useQueryClient();
  return useMutation<Result, ApiError, Input>({
    mutationFn: async input => {
      try {
        return await execute(input);
      } catch (error) {
        throw error instanceof ApiError ? error : new ApiError(0, 'UNEXPECTED', (error as Error).message);
      }
    },
    onSuccess: (result, input) => {
      if (done) toast.ok(typeof done === 'string' ? done : done(result, input));
      onSuccess?.(result, input);
      if (refetch) void client.invalidateQueries();
    },
    onError: error => {
      if (errors === 'toast') toast.bad(error.message);
    },
  });
}
