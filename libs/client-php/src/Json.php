<?php

declare(strict_types=1);

namespace Nameyard;

/** @internal */
final class Json
{
    /** Returns a value as JSON expects it. Members that are null are omitted. */
    public static function encode(#[\SensitiveParameter] mixed $value): mixed
    {
        return match (true) {
            $value instanceof Type => (object) self::encode($value->toJson()),
            $value instanceof Money => $value->minorUnits % 100 === 0 ? intdiv($value->minorUnits, 100) : $value->minorUnits / 100,
            $value instanceof Secret => $value->reveal(),
            $value instanceof \DateTimeInterface => gmdate('Y-m-d\TH:i:s', $value->getTimestamp()) . $value->format('.v\Z'),
            is_array($value) => array_map(self::encode(...), array_filter($value, static fn(#[\SensitiveParameter] mixed $each): bool => $each !== null)),
            default => $value,
        };
    }

    /**
     * Returns JSON as a type: the name of a scalar, the class of an object, or a list of one of them.
     *
     * @param string|array{string} $type
     */
    public static function decode(string|array $type, #[\SensitiveParameter] mixed $value): mixed
    {
        if (is_array($type)) {
            return array_map(static fn(#[\SensitiveParameter] mixed $each): mixed => self::decode($type[0], $each), array_values((array) $value));
        }

        return match (true) {
            $type === 'money' && (is_int($value) || is_float($value)) => Money::of($value),
            $type === 'time' && is_string($value) => new \DateTimeImmutable($value),
            $type === 'secret' && is_string($value) => new Secret($value),
            $type === 'float' && is_int($value) => (float) $value,
            is_subclass_of($type, Type::class) && is_array($value) => $type::fromJson($value),
            $type === 'mixed', get_debug_type($value) === $type => $value,
            default => throw new \UnexpectedValueException("expected {$type}, not " . get_debug_type($value)),
        };
    }
}
