<?php

declare(strict_types=1);

namespace Nameyard;

/** A type of requests and results. */
abstract readonly class Type
{
    /**
     * Name in JSON, type, and whether it is required, by property.
     *
     * @var array<string, array{string, string|array{string}, bool}>
     */
    protected const FIELDS = [];

    /**
     * Reads an object of a response. Unknown members are ignored. Optional ones that are missing are null; required ones
     * that are missing are uninitialized.
     *
     * @param array<mixed> $json
     */
    public static function fromJson(#[\SensitiveParameter] array $json): static
    {
        $class = new \ReflectionClass(static::class);
        $object = $class->newInstanceWithoutConstructor();
        foreach (static::FIELDS as $property => [$key, $type, $isRequired]) {
            if (isset($json[$key]) || !$isRequired) {
                // Only the class that declares a property can initialize it.
                $owner = $class->getProperty($property)->getDeclaringClass();
                $owner->getProperty($property)->setValue($object, isset($json[$key]) ? Json::decode($type, $json[$key]) : null);
            }
        }

        return $object;
    }

    /** @return array<string, mixed> the members by their names in JSON */
    final public function toJson(): array
    {
        $members = [];
        foreach (get_object_vars($this) as $property => $value) {
            $members[static::FIELDS[$property][0]] = $value;
        }

        return $members;
    }
}
