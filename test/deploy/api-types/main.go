// Command api-types reads a JSON list of resources from standard input, and prints a line for each one that the API
// types of Kubernetes do not accept: an unknown kind, an unknown or repeated field, or a value of another type.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
)

func main() {
	scheme := runtime.NewScheme()
	groups := runtime.NewSchemeBuilder(appsv1.AddToScheme, autoscalingv2.AddToScheme, batchv1.AddToScheme,
		corev1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme)
	if err := groups.AddToScheme(scheme); err != nil {
		log.Fatal(err)
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	var resources []json.RawMessage
	if err := json.NewDecoder(os.Stdin).Decode(&resources); err != nil {
		log.Fatal(err)
	}
	for index, resource := range resources {
		if _, _, err := decoder.Decode(resource, nil, nil); err != nil {
			fmt.Printf("%d: %v\n", index, err)
		}
	}
}
