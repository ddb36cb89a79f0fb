import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast';
import { ApiError } from './client';

/** A change: what it was asked for, what it makes out of date, and what is said when it is done. */
export function useAction<V, R>(
  execute: (input: V) => Promise<R>,
  options: {
    stale?: readonly (readonly unknown[])[];
    done?: string | ((result: R, input: V) => string);
    onDone?: (result: R, input: V) => void;
    /** The form shows what is wrong itself. */
    quiet?: boolean;
  } = {},
) {
  const client = useQueryClient();
  return useMutation<R, ApiError, V>({
    mutationFn: execute,
    onSuccess: (result, input) => {
      for (const queryKey of options.stale ?? []) void client.invalidateQueries({ queryKey });
      const { done } = options;
      if (done) toast.ok(typeof done === 'string' ? done : done(result, input));
      options.onDone?.(result, input);
    },
    onError: error => {
      if (!options.quiet) toast.bad(error.message);
    },
  });
}
