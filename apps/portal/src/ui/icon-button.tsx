import { Tooltip } from '@base-ui/react/tooltip';
import { type ButtonProps, iconButtonClass } from './button';

/** A button without text; `label` is its accessible name and its tooltip. */
export function IconButton({
  label,
  icon: Icon,
  small,
  ...rest
}: Omit<ButtonProps, 'variant' | 'busy'> & { label: string }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={<button type="button" {...rest} />}
        aria-label={label}
        className={iconButtonClass(small ? 'size-6.5 max-md:min-h-8 max-md:min-w-8' : undefined)}
      >
        {Icon && <Icon size={15} />}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="rounded-[7px] bg-strong px-2.25 py-1 text-xs text-on-strong">{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
